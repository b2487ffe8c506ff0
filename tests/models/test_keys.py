"""Keys go to the system's key store, or stay in memory and this is said."""

from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import PasswordSetError

from lexdesk.models.keys import KeyKeeper

SERVER = "https://models.firm.example/v1"


class Store(KeyringBackend):
    """A key store in memory, as a system would bring one."""

    priority = 1
    name = "Test Store"

    def __init__(self, locked: bool = False) -> None:
        super().__init__()
        self.held: dict[tuple[str, str], str] = {}
        self.locked = locked

    def get_password(self, service: str, username: str) -> str | None:
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.locked:
            raise PasswordSetError("locked")
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.held[service, username]


@pytest.fixture
def _restored() -> Iterator[None]:
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


def test_without_a_key_store_the_key_lives_for_this_session_only() -> None:
    keeper = KeyKeeper()

    assert "this session only" in keeper.keep(SERVER, "secret")
    assert keeper.key(SERVER) == "secret"
    assert keeper.key("https://other.example") == ""
    assert KeyKeeper().key(SERVER) == ""
    keeper.forget(SERVER)
    assert keeper.key(SERVER) == ""


@pytest.mark.usefixtures("_restored")
def test_with_a_key_store_the_key_outlives_the_session_and_the_store_is_named() -> None:
    store = Store()
    keyring.set_keyring(store)

    assert "Test Store" in KeyKeeper().keep(SERVER, "secret")
    assert KeyKeeper().key(SERVER) == "secret"
    KeyKeeper().forget(SERVER)
    KeyKeeper().forget(SERVER)
    assert KeyKeeper().key(SERVER) == ""
    assert store.held == {}


@pytest.mark.usefixtures("_restored")
def test_a_locked_key_store_falls_back_to_the_session_and_says_so() -> None:
    keyring.set_keyring(Store(locked=True))
    keeper = KeyKeeper()

    assert "this session only" in keeper.keep(SERVER, "secret")
    assert keeper.key(SERVER) == "secret"
