/** A notice to several people is one notice with a row per reader. */
export const name = '006-notices-to-many'

export const up = `
alter table notices drop constraint notices_pkey, add primary key (id, user_id);
`
