"""The chats: tabs, messages with pins, the trail of tool calls, the composer."""
