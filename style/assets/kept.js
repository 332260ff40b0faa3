// All that this browser keeps for a person: reviews, projects and other forms that were not sent, marks of visits, and a judge's pages.
// Each name begins with `evenhand-kept-<person>-`. They are listed and cleared here and nowhere else. The forms' modules write under
// such names (`app/islands/src/local_copy.rs`), and offline-worker.js keeps the pages.
globalThis.kept = (() => {
  const UNSENT = /^evenhand-kept-(\d+)-(review|draft|mark|form)-(.+)$/;
  const PAGES = /^evenhand-kept-(\d+)-pages$/;
  const WISH = "evenhand-forget-after-sign-out";
  const { person } = document.currentScript.dataset;

  const names = () => {
    try {
      return Object.keys(localStorage);
    } catch {
      return []; // No storage, so nothing is kept.
    }
  };

  /** What was not sent, of this person: the kind, and what it belongs to. Each tab has a name of its own, after the last hyphen. */
  const unsent = (of = person) =>
    names().flatMap((name) => {
      const [, whose, kind, rest] = name.match(UNSENT) ?? [];
      return whose === of ? [{ name, kind, what: rest.replace(/-[^-]*$/, "") }] : [];
    });

  /** The name of what a page keeps under one name in all its tabs. */
  const name = (kind, what) => `evenhand-kept-${person}-${kind}-${what}-all`;

  /** Keeps a text. False where this device keeps nothing. */
  const set = (name, text) => {
    try {
      localStorage[name] = text;
      return true;
    } catch {
      return false;
    }
  };

  const remove = (name) => {
    try {
      delete localStorage[name];
    } catch {
      // No storage, so nothing is kept.
    }
  };

  /** Forgets what this person did not send. */
  const forget = (of) => {
    // Other tabs hear whose it was first, so that they do not keep it again.
    set("evenhand-forgotten", of);
    for (const { name } of unsent(of)) remove(name);
    remove("evenhand-forgotten");
  };

  /** Drops the kept pages of everybody else. */
  const dropPages = async () => {
    try {
      for (const name of await caches.keys()) {
        const whose = name.match(PAGES)?.[1];
        if (whose && whose !== person) await caches.delete(name);
      }
    } catch {
      // A browser that keeps no pages.
    }
  };

  /** Forgets it all once the server has confirmed the sign-out: by a page of this tab that is nobody's, or somebody else's. */
  const forgetAfterSignOut = () => {
    try {
      sessionStorage[WISH] = person;
    } catch {
      // Nothing is kept, so nothing is to be forgotten.
    }
  };

  // A page from the server says who is signed in. One that this device kept says nothing about that.
  if (!document.documentElement.dataset.kept) {
    dropPages();
    try {
      const wish = sessionStorage[WISH];
      if (wish && wish !== person) forget(wish);
      delete sessionStorage[WISH];
    } catch {
      // No storage, so nothing is kept.
    }
  }

  return { person, unsent, name, set, remove, forgetAfterSignOut };
})();
