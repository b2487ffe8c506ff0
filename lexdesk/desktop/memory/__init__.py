"""What the assistant knows: notes, skills, playbooks, models, chats."""
