import { runOfficeCommand } from '../platform/runtime/office-command.ts'
import { findBroken, invariants } from './verify.ts'

/** `npm run verify`: checks the database of a running or a stopped server. */
runOfficeCommand({
  parse: () => undefined,
  run: async (db) => {
    const broken = await findBroken(db.lists)
    const lines = broken.map(
      ({ invariant, says, rows }) =>
        `${invariant} is broken (${says}): ${rows.slice(0, 20).join(', ')}${rows.length > 20 ? ' …' : ''}`,
    )
    const counts = `${invariants.length - broken.length} invariants hold, ${broken.length} are broken`
    return { says: [...lines, counts].join('\n'), code: broken.length === 0 ? 0 : 1 }
  },
})
