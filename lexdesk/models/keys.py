"""Keys of remote models: in the system's key store, or for this session only. Never in a file of ours."""

import keyring
import keyring.backend
import keyring.errors

_SERVICE = "LexDesk remote model"
# Back-ends that store nothing, fail, or write keys readably to a file.
_UNFIT = ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt")


class KeyKeeper:
    """Keeps one key for each server address (its base URL).

    If the system has no fit key store, or it refuses, keys live in memory until the program ends;
    ``where_key_is_kept`` says which of the two.
    """

    def __init__(self) -> None:
        self._session: dict[str, str] = {}

    def keep(self, server: str, key: str) -> str:
        """Keep the key and return where, as a sentence."""
        self._session.pop(server, None)
        store = _fit_store()
        if store is not None:
            try:
                store.set_password(_SERVICE, server, key)
            except keyring.errors.KeyringError:
                store = None
        if store is None:
            self._session[server] = key
        return self.where_key_is_kept(server)

    def key(self, server: str) -> str:
        """The key for this server, "" if none is kept."""
        if server in self._session:
            return self._session[server]
        store = _fit_store()
        try:
            return (store.get_password(_SERVICE, server) if store else None) or ""
        except keyring.errors.KeyringError:
            return ""

    def forget(self, server: str) -> None:
        """Drop the key wherever it is kept; nothing happens if there is none."""
        self._session.pop(server, None)
        store = _fit_store()
        try:
            if store and store.get_password(_SERVICE, server) is not None:
                store.delete_password(_SERVICE, server)
        except keyring.errors.KeyringError:
            return

    def where_key_is_kept(self, server: str) -> str:
        """One sentence that names the place; also what would happen to a key that is not kept yet."""
        store = _fit_store()
        if server in self._session or store is None:
            return "The key is kept for this session only: this system has no key store that can be used."
        return f"The key is kept in the system's key store ({store.name})."


def _fit_store() -> keyring.backend.KeyringBackend | None:
    store = keyring.get_keyring()
    return None if type(store).__module__.startswith(_UNFIT) else store
