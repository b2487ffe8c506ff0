"""The proof-reader: slips that code can see in an agreement, without a model. Pure functions."""

from lexdesk.law.proofreading.model import Check, Finding, Remark, Severity
from lexdesk.law.proofreading.registry import CHECKS, UnknownCheck, proofread

__all__ = ["CHECKS", "Check", "Finding", "Remark", "Severity", "UnknownCheck", "proofread"]
