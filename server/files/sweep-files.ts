import { mayDelete } from './claim-storage.ts'
import { deleteLoose, namesWithoutRow } from './file-store.ts'
import type { FilesDeps } from './files-deps.ts'

/** Far longer than an upload takes between its bytes and its row. */
const leftAfterMs = 3_600_000

/** Deletes files that nothing uses: the rows first, so that no row is ever without its bytes [design/files-5]. */
export const sweepLooseFiles = async (app: FilesDeps): Promise<void> => {
  if (!(await mayDelete(app))) return
  const { looseHours, deletedAtOnce } = app.config.limits.files
  for (const name of await deleteLoose(app.db.jobs, looseHours, deletedAtOnce)) {
    await app.failpoint.at('files.deleted')
    await app.storage.remove(name)
  }
}

/**
 * Removes bytes without a row from some parts of the storage: what a crash, a rollback or an erased account left. Not
 * from the storage of another installation, whose rows this database does not have [design/files-11].
 */
export const sweepStorage = async (app: FilesDeps, parts: readonly string[]): Promise<number> => {
  if (!(await mayDelete(app))) return 0
  let removed = 0
  for (const part of parts) {
    const names = await app.storage.listOld(part, leftAfterMs)
    if (names.length === 0) continue
    for (const name of await namesWithoutRow(app.db.jobs, names)) {
      await app.storage.remove(name)
      removed++
    }
  }
  return removed
}

/** The parts of the storage take turns of this length. */
export const turnMs = 600_000
const partsPerTurn = 8

/**
 * Prefixes to sweep now, by the clock, so that a round goes on after a restart. Each is due twice in a row in case a
 * sweep is late.
 */
export const partsAt = (parts: readonly string[], now: number): readonly string[] => {
  const turns = Math.ceil(parts.length / partsPerTurn)
  const turn = Math.floor(now / turnMs)
  return parts.filter((_, index) => [turn - 1, turn].some((one) => one % turns === Math.floor(index / partsPerTurn)))
}

/** Sweep: goes round the parts of the storage. */
export const sweepNextParts = async (app: FilesDeps): Promise<void> => {
  await sweepStorage(app, partsAt(app.storage.parts, Date.now()))
}
