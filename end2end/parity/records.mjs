// Records that anyone can check: what the WASM build makes of each case, against the native verdict and the expected one.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function double(bits) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return view.getFloat64(0);
}

// The module of the page /verify, as it is shipped: a script for browsers, which names what it offers.
function shipped(folder) {
  const script = readFileSync(join(folder, "verify.js"), "utf8");
  const offers = new Function(`${script}\nreturn wasm_bindgen;`)();
  offers.initSync({ module: readFileSync(join(folder, "verify.wasm")) });
  return offers;
}

// Runs all of them; says the counts, and returns how many differ.
export function records(folder, wasm, verifier) {
  const cases = JSON.parse(readFileSync(join(folder, "records.json"), "utf8"));
  let different = 0;
  const same = (what, ...values) => {
    if (values.every((value) => value === values[0])) return;
    different += 1;
    console.log(`  DIFFERENT  ${what}: ${values.map((value) => String(value).slice(0, 200)).join(" | ")}`);
  };
  const timed = (words, run) => {
    const [start, before] = [performance.now(), different];
    const told = run();
    console.log(`  ${different === before ? "same" : "NOT THE SAME"}  ${words()}${told ?? ""}, ${Math.round(performance.now() - start)} ms`);
  };
  const count = (of, from) => of.filter((entry) => entry.name.startsWith(from)).length;

  const { signatures, texts, numbers, sequence, documents, mutated, forged } = cases;
  timed(
    () => `Ed25519: RFC 8032 ${count(signatures, "RFC 8032")}, Wycheproof ${count(signatures, "Wycheproof")}, speccheck ${count(signatures, "speccheck")}`,
    () => {
      for (const { name, key, message, signature, expected, holds } of signatures) {
        same(name, expected, holds, wasm.signature_holds(bytes(key), bytes(message), bytes(signature)));
      }
    },
  );
  timed(
    () => `RFC 8785: ${texts.length + numbers.length} cases`,
    () => {
      for (const { text, expected, canonical } of texts) same(text, expected, canonical, wasm.canonical(text));
      for (const { bits, expected, canonical } of numbers) same(bits, expected, canonical, wasm.number(double(bits)), String(double(bits)));
    },
  );
  timed(
    () => `ES6 numbers: ${sequence.count}, as JavaScript writes them too`,
    () => {
      same("the sequence", sequence.published, sequence.digest, wasm.sequence_digest(sequence.count));
      for (const value of wasm.sequence(sequence.count)) same(`the number ${value}`, wasm.number(value), String(value));
    },
  );
  timed(
    () => `documents made after the vectors: ${documents.length}, of which ${documents.filter((d) => d.expected).length} hold`,
    () => {
      const verifier = new wasm.Verifier(cases.keys);
      for (const { name, document, expected, check, drawn } of documents) {
        same(name, check, verifier.check(document));
        same(`${name}, as expected`, expected, "valid" in JSON.parse(check), drawn.includes('data-standing="good"'));
      }
    },
  );
  timed(
    () => `the same documents in the module of the page: ${documents.length}`,
    () => {
      const { Check } = shipped(verifier);
      for (const { name, document, keys, drawn } of documents) {
        const check = new Check();
        check.add("document.json", Buffer.from(document));
        check.add("keys.json", Buffer.from(keys));
        same(`${name}, on the page`, drawn, check.report(keys, "", cases.now, () => {}));
      }
    },
  );
  timed(
    () => `documents changed a little: ${mutated.count}`,
    () => {
      const tally = wasm.mutated(mutated.count);
      same("the changed documents", mutated.tally, tally);
      const { tried, valid, invalid, malformed } = JSON.parse(tally);
      same("how many were tried", tried, mutated.count);
      same("how many were accepted", valid, 0);
      return `, ${valid} accepted, ${invalid} refused, ${malformed} no documents`;
    },
  );
  timed(
    () => "forgeries by the formats' own rules",
    () => {
      const tally = wasm.forged(forged.count);
      same("the forgeries", forged.tally, tally);
      const { tried, held, refused, open } = JSON.parse(tally);
      same("how many were tried", tried, forged.count);
      same(`how many hold (${held.slice(0, 5).join("; ")})`, held.length, 0);
      return `: ${tried}, ${held.length} hold, ${refused} do not, ${open} cannot be judged`;
    },
  );
  if (signatures.length !== 168 || documents.length !== 324) throw new Error("cases are missing");
  return different;
}
