import type { Kysely } from 'kysely'
import { haveRows, listFileNames } from './file-store.ts'
import { eachInParallel } from '../platform/jobs/each-in-parallel.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Storage } from '../providers/storage/storage-provider.ts'

/** As the other invariants report it. */
interface LostFiles {
  readonly invariant: 'P8'
  readonly says: string
  /** ids */
  readonly rows: readonly string[]
}

const says = 'each row of files has its bytes in the storage'
const pageSize = 500
const atOnce = 8

/** Invariant P8: asks the storage for every row, page by page. Undefined when it holds. */
export const findLostFiles = async (db: Kysely<Tables>, storage: Storage): Promise<LostFiles | undefined> => {
  const lost: string[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await listFileNames(db, after, pageSize)
    const last = page.at(-1)
    if (last === undefined) break
    after = last.id
    const missing: string[] = []
    await eachInParallel(page, atOnce, async ({ id, name }) => {
      if (!(await storage.has(name))) missing.push(id)
    })
    // A file that a running server has deleted meanwhile lost its row first.
    if (missing.length > 0) lost.push(...(await haveRows(db, missing)))
  }
  return lost.length === 0 ? undefined : { invariant: 'P8', says, rows: lost }
}
