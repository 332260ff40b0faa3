"""Has a library of others, openbadgeslib, check the demo's Open Badges: it must take what the site gives, and refuse forgeries."""

import base64
import hashlib
import hmac
import json

import jwt
import requests
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from openbadgeslib.ob3 import OB3Verifier
from openbadgeslib.ob3.credential import IdentityObject
from openbadgeslib.ob3.verifier import OB3VerificationError

EVENT = "demo-published"


def encoded(part):
    """A part of a JWT."""
    text = part if isinstance(part, bytes) else json.dumps(part).encode()
    return base64.urlsafe_b64encode(text).rstrip(b"=").decode()


def decoded(part):
    """The JSON in a part of a JWT."""
    return json.loads(base64.urlsafe_b64decode(part + "=="))


def forged(token):
    """What was done to a badge, and the badge as it is then."""
    head, body, signature = token.split(".")
    header, claims = decoded(head), decoded(body)
    other = claims | {"name": "Winner of everything"}
    stranger = Ed25519PrivateKey.generate()
    elsewhere = "did:web:elsewhere.example"
    moved = claims | {"iss": elsewhere, "issuer": claims["issuer"] | {"id": elsewhere}}
    swapped = ("B" if signature[9] == "A" else "A").join([signature[:9], signature[10:]])
    unsigned = f"{encoded(header | {'alg': 'none'})}.{encoded(other)}"
    keyed = f"{encoded(header | {'alg': 'HS256'})}.{encoded(other)}"
    public = base64.urlsafe_b64decode(header["jwk"]["x"] + "==")
    return [
        ("a claim changed", f"{head}.{encoded(other)}.{signature}"),
        ("a bit of the signature", f"{head}.{body}.{swapped}"),
        ("no signature", f"{unsigned}."),
        ("another's key", jwt.encode(claims, stranger, algorithm="EdDSA", headers=header)),
        ("another's issuer", jwt.encode(moved, stranger, algorithm="EdDSA", headers=header)),
        ("an unknown key", jwt.encode(claims, stranger, algorithm="EdDSA", headers=header | {"kid": f"{claims['iss']}#none"})),
        ("the public key as a secret", f"{keyed}.{encoded(hmac.digest(public, keyed.encode(), hashlib.sha256))}"),
    ]


def refuses(verifier, what, token, download):
    """Fails unless the library refuses a badge."""
    try:
        verifier.verify(token, check_status=True, download=download)
    except OB3VerificationError:
        return
    raise AssertionError(f"openbadgeslib takes a badge with {what}")


def check(running):
    """Has the badges checked; returns how many held, and how many forgeries were refused."""
    host = running.url.split("://")[1]
    did = "did:web:" + host.replace(":", "%3A")

    def ask(path, role):
        answer = requests.get(running.url + path, headers={"Authorization": f"Bearer {running.tokens[role]}"}, timeout=60)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:300]}"
        return answer

    def download(address):
        # The library asks by https alone, and the server of this check has none.
        answer = requests.get(address.replace("https://", "http://"), timeout=60)
        assert answer.status_code == 200, f"{address}: {answer.status_code}"
        return answer.content

    held, cases = 0, []
    for kind, role in (("judge", "judge1"), ("participant", "participant")):
        address = ask("/api/me", role).json()["email"]
        for choice in ("", "&email=true"):
            token = ask(f"/api/{kind}/badge?event={EVENT}{choice}", role).text
            verifier = OB3Verifier.for_issuer_did(did, download=download)
            badge = verifier.verify(token, check_status=True, download=download)
            assert address not in json.dumps(badge.raw), badge.raw
            assert bool(badge.credential_status) == (kind == "participant"), badge.raw
            hashed = [i for i in badge.identifiers if i.hashed]
            assert hashed == [IdentityObject.create(address, i.salt) for i in hashed] and len(hashed) == bool(choice), badge.raw
            held += 1
        cases += [(verifier, what, made) for what, made in forged(token)]
    for verifier, what, made in cases:
        refuses(verifier, what, made, download)

    def relisted(address):
        # A list of somebody else that corrects nothing.
        if not address.endswith("/badge-status"):
            return download(address)
        claims = decoded(download(address).decode().split(".")[1])
        return jwt.encode(claims, Ed25519PrivateKey.generate(), algorithm="EdDSA").encode()

    refuses(verifier, "another's list", token, relisted)
    return held, len(cases) + 1
