/**
 * For each text that the operator wrote or confirmed: the built-in text it was written for. A pair without it is a
 * copy; one with another text than the built-in one of today was written for an older release [design/languages-9].
 */
export const name = '025-languages'

export const up = `
alter table languages add column written_for jsonb not null default '{}';
update languages l set written_for = coalesce((
  select jsonb_object_agg(pair.key, l.built_in_pairs -> pair.key)
  from jsonb_each_text(l.key_value_pairs) pair
  where l.built_in_pairs ? pair.key and pair.value <> l.built_in_pairs ->> pair.key), '{}');
`
