// Checks records beside the page, so that a large one does not freeze it. In the one-file verifier this stands, with what it
// would import, in a text of its own.
onmessage = async ({ data }) => {
  try {
    if (data.module) {
      if (data.glue) importScripts(data.glue);
      await wasm_bindgen({ module_or_path: data.module });
      postMessage({ ready: true });
      return;
    }
    const check = new wasm_bindgen.Check();
    for (const { name, bytes } of data.files) check.add(name, new Uint8Array(bytes));
    postMessage({ html: check.report(data.keys, data.slug, Date.now(), (told) => postMessage({ told })) });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
