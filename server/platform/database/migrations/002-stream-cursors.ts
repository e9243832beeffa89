/** How far each durable consumer of the event stream has come: enqueuing a job and moving on are one commit. */
export const name = '002-stream-cursors'

export const up = `
create table stream_cursors (name text primary key, seq bigint not null);
`
