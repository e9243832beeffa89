/** The position of each durable consumer in the event stream: enqueuing a job and advancing are one commit. */
export const name = '002-stream-cursors'

export const up = `
create table stream_cursors (name text primary key, seq bigint not null);
`
