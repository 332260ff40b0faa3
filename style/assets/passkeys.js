// Passkeys: when the form is sent, the browser is asked to make or to use one, and what it answers goes with the form. Nothing else is
// sent, and nothing is kept.
(() => {
  const decoded = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const encoded = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const listed = (list) => list?.map((one) => ({ ...one, id: decoded(one.id) }));

  /** The question as the browser takes it. Older ones do not read JSON themselves. */
  const question = (act, options) => {
    const read = act === "create" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
    if (PublicKeyCredential[read]) return PublicKeyCredential[read](options);
    const asked = { ...options, challenge: decoded(options.challenge) };
    if (options.user) asked.user = { ...options.user, id: decoded(options.user.id) };
    if (options.excludeCredentials) asked.excludeCredentials = listed(options.excludeCredentials);
    if (options.allowCredentials) asked.allowCredentials = listed(options.allowCredentials);
    return asked;
  };

  /** The answer as JSON. */
  const answer = ({ id, rawId, type, response }) => {
    const said = { userHandle: null };
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (response[name]) said[name] = encoded(response[name]);
    }
    return JSON.stringify({ id, rawId: encoded(rawId), type, response: said });
  };

  for (const field of document.querySelectorAll("input[data-passkey]")) {
    const { passkey, options, failed, unable } = field.dataset;
    const said = field.parentElement.querySelector(":scope > [role=alert]");
    const button = field.form.querySelector("button");
    const say = (text) => {
      said.textContent = text;
      said.hidden = false;
    };
    field.form.addEventListener("submit", async (event) => {
      if (field.value) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!globalThis.PublicKeyCredential) return say(unable);
      said.hidden = true;
      button.disabled = true;
      try {
        const publicKey = question(passkey, JSON.parse(options));
        field.value = answer(await navigator.credentials[passkey]({ publicKey }));
      } catch {
        say(failed);
        return;
      } finally {
        button.disabled = false;
      }
      field.form.requestSubmit(button);
    }, { capture: true });
  }
  // Back from the next page, an answer that was sent once does not go again.
  addEventListener("pageshow", () => {
    for (const field of document.querySelectorAll("input[data-passkey]")) field.value = "";
  });
})();
