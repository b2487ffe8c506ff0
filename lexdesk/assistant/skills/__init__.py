"""Skills: folders with a ``SKILL.md``, shown step by step, pinned by hash, trusted by the lawyer or data."""

from lexdesk.assistant.skills.folder import SkillFolder, SkillRefused, read_folder
from lexdesk.assistant.skills.skills import Skill, Skills, SkillText

__all__ = ["Skill", "SkillFolder", "SkillRefused", "SkillText", "Skills", "read_folder"]
