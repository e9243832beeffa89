import { findLostFiles } from '../files/find-lost-files.ts'
import { runOfficeCommand } from '../platform/runtime/office-command.ts'
import { openStorage } from '../providers/storage/open-storage.ts'
import { findBroken, invariants } from './verify.ts'

/** `npm run verify`: checks the database and the stored files of a running or a stopped server. */
runOfficeCommand({
  parse: () => undefined,
  run: async (db, _, config) => {
    const lostFiles = await findLostFiles(db.lists, openStorage(config))
    const broken = [...(await findBroken(db.lists)), ...(lostFiles === undefined ? [] : [lostFiles])]
    const lines = broken.map(
      ({ invariant, says, rows }) =>
        `${invariant} is broken (${says}): ${rows.slice(0, 20).join(', ')}${rows.length > 20 ? ' …' : ''}`,
    )
    const counts = `${invariants.length + 1 - broken.length} invariants hold, ${broken.length} are broken`
    return { says: [...lines, counts].join('\n'), code: broken.length === 0 ? 0 : 1 }
  },
})
