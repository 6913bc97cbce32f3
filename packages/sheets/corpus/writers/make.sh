#!/usr/bin/env bash
# Writes corpus/tables again, by Debian's python3-openpyxl, python3-xlsxwriter, python3-pandas, libreoffice-calc, r-base-core and
# postgresql. No test runs this: the files are committed. PostgreSQL does not run as root.
set -euo pipefail
cd "$(dirname "$0")"
for writer in openpyxl xlsxwriter libreoffice pandas r postgresql; do
  PYTHONDONTWRITEBYTECODE=1 LC_ALL=C.UTF-8 /usr/bin/python3 "with_$writer.py" "$(realpath ../tables)"
done
