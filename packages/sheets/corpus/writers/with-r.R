# Writes text files by R's own functions: see with_r.py.
jobs <- read.csv(commandArgs(trailingOnly = TRUE)[1], header = FALSE, colClasses = "character", quote = "\"")
for (at in seq_len(nrow(jobs))) {
  job <- unlist(jobs[at, ])
  stem <- job[1]; file <- job[2]
  kinds <- strsplit(job[6], " ")[[1]]
  names <- readLines(paste0(stem, ".names"), encoding = "UTF-8")
  data <- read.csv(paste0(stem, ".data"), header = FALSE, colClasses = kinds, encoding = "UTF-8", na.strings = "")
  has_header <- length(names) == ncol(data)
  if (has_header) colnames(data) <- names
  out <- file(file, "wb", encoding = "native.enc")
  writeLines(readLines(paste0(stem, ".above"), encoding = "UTF-8"), out, useBytes = TRUE)
  sep <- if (job[4] == "tab") "\t" else job[4]
  if (!has_header) {
    write.table(data, out, sep = sep, dec = if (sep == ";") "," else ".", quote = TRUE, row.names = FALSE, col.names = FALSE, na = "")
  } else switch(job[3],
    write.csv = write.csv(data, out, row.names = FALSE, na = ""),
    write.csv2 = write.csv2(data, out, row.names = FALSE, na = ""),
    row.names = write.csv(data, out, na = ""),
    # Quotes within texts are escaped by a backslash here.
    escape = write.table(data, out, sep = sep, row.names = FALSE, na = ""),
    write.table = write.table(data, out, sep = sep, quote = FALSE, row.names = FALSE, na = ""))
  writeLines(readLines(paste0(stem, ".below"), encoding = "UTF-8"), out, useBytes = TRUE)
  close(out)
}
