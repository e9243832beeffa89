import type { Sql } from '../sql.ts'
import { readGazetteer } from './gazetteer-file.ts'
import type { Batch } from './gazetteer-file.ts'

const INSERT: Readonly<Record<Batch['table'], string>> = {
  place: `insert into geo.place (load_id, id, kind, name, more, find, lexemes, lat, lng, importance, context, around, categories)
    select $1, id, kind, name, more, find, geo.words_of_load($1, words), lat, lng, importance, context, around, categories
    from json_to_recordset($2::json) as row(id int, kind text, name text, more text[], find text, words text[], lat int, lng int,
      importance real, context text, around text[], categories text[])`,
  house: `insert into geo.house (load_id, street_id, houses)
    select $1, street_id, houses from json_to_recordset($2::json) as row(street_id int, houses text)`,
  corner: `insert into geo.corner (load_id, a, b, lat, lng, context)
    select $1, a, b, lat, lng, context from json_to_recordset($2::json) as row(a int, b int, lat int, lng int, context text)`,
  line: `insert into geo.line (load_id, cell, lines)
    select $1, cell, lines from json_to_recordset($2::json) as row(cell bigint, lines text)`,
  word: `insert into geo.word (load_id, word, count, near)
    select $1, word, count, geo.words_of_load($1, near) from json_to_recordset($2::json) as row(word text, count int, near text[])`,
}

/** The newest complete load of a region's version; undefined when there is none. */
export const readyLoad = async (sql: Sql, region: string, version: string): Promise<string | undefined> => {
  const { rows } = await sql.query<{ id: string }>(
    `select id::text from geo.load where region = $1 and version = $2 and state = 'ready' order by id desc limit 1`,
    [region, version],
  )
  return rows[0]?.id
}

/** The regions whose rows are complete, by name. */
export const readyRegions = async (sql: Sql): Promise<string[]> => {
  const { rows } = await sql.query<{ region: string }>(
    `select distinct region from geo.load where state = 'ready' order by region`,
    [],
  )
  return rows.map(({ region }) => region)
}

/**
 * Writes the rows to the database under a new load, which is marked ready at the end: a kill in between
 * leaves a load that is never read, which a later import removes [design/maps-5].
 * `done`: called with the share that is written.
 * @returns the load's id
 */
export const loadGazetteer = async (
  sql: Sql,
  { region, version, file }: { readonly region: string; readonly version: string; readonly file: string },
  done: (share: number) => void,
): Promise<string> => {
  const { rows } = await sql.query<{ id: string }>(
    'insert into geo.load (region, version) values ($1, $2) returning id::text',
    [region, version],
  )
  const id = rows[0]!.id
  for await (const batch of readGazetteer(file, done)) {
    await sql.query(INSERT[batch.table], [id, batch.rows])
    await sql.query('update geo.load set touched_at = now() where id = $1', [id])
  }
  await sql.query('analyze geo.place, geo.house, geo.corner, geo.line, geo.word')
  // New rows wait in lists beside these indexes, and every search would read the lists as a whole.
  await sql.query(`select gin_clean_pending_list(index::regclass)
    from unnest(array['geo.place_words', 'geo.word_near']) as index`)
  await sql.query(`update geo.load set state = 'ready', touched_at = now() where id = $1`, [id])
  return id
}

/**
 * Removes loads that no server reads now: unfinished ones (silent for a minute), and ready ones of the region except
 * the newest two (a running server may still use the previous one).
 */
export const removeOldLoads = async (sql: Sql, region: string): Promise<void> => {
  await sql.query(
    `delete from geo.load where (state = 'loading' and touched_at < now() - interval '1 minute')
      or (region = $1 and state = 'ready' and id not in
        (select id from geo.load where region = $1 and state = 'ready' order by id desc limit 2))`,
    [region],
  )
}
