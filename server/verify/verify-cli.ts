import { readConfig } from '../platform/runtime/config.ts'
import { connectDatabase } from '../platform/database/database.ts'
import { openRunningOrOwn } from '../platform/database/running-database.ts'
import { createLogger } from '../platform/runtime/logger.ts'
import { migrate } from '../platform/database/migrate.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { findBroken, invariants } from './verify.ts'

/** `npm run verify`: checks the database of a running or a stopped server. */
const verify = async (): Promise<number> => {
  const config = readConfig(process.env)
  const database = await openRunningOrOwn(config)
  try {
    await migrate(database.connection)
    const log = createLogger('error')
    const db = connectDatabase({ ...database, limits: config.limits.database, log })
    try {
      const broken = await findBroken(db.lists)
      for (const { invariant, says, rows } of broken)
        console.log(`${invariant} is broken (${says}): ${rows.slice(0, 20).join(', ')}${rows.length > 20 ? ' …' : ''}`)
      console.log(`${invariants.length - broken.length} invariants hold, ${broken.length} are broken`)
      return broken.length === 0 ? 0 : 1
    } finally {
      await db.close()
    }
  } finally {
    await database.close()
  }
}

verify().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof StartError ? error.message : error)
    process.exit(1)
  },
)
