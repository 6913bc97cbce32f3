/**
 * Seconds until a message that failed comes back, by how often it was received. A queue by itself would wait for its whole
 * visibility timeout, half an hour for a drop. After the last time it becomes a dead letter.
 */
export const retryPauses = [10, 60, 300, 900] as const;
