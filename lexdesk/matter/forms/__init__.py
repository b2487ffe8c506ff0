"""What version 1.1 of the file adds to the first form, one module for each room that needs it.

A module holds ``STATEMENTS``: tables, indexes and triggers, run once in one transaction. Use ``written_once``
and ``never_deleted`` of ``refusals`` for what must stay.
"""
