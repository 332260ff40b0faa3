// Simulates events beside the page, so that a large one does not freeze it.
onmessage = async ({ data }) => {
  try {
    if (data.module) {
      importScripts(data.glue);
      await wasm_bindgen({ module_or_path: data.module });
      postMessage({ ready: true });
    } else {
      postMessage({ html: wasm_bindgen.answer(data.page, data.query) });
    }
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
