import { userInfo } from 'node:os'
import { runOfficeCommand } from '../../platform/runtime/office-command.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { switchOffEmailVerify } from './switch-off-email-verify.ts'

/** `npm run email-verify -- off`, with the server running or stopped [design/accounts-84]. */
runOfficeCommand({
  parse: (args) => {
    if (args.join(' ') !== 'off') throw new StartError('Usage: npm run email-verify -- off')
  },
  run: async (db) => {
    const changed = await switchOffEmailVerify(db, userInfo().username)
    return { says: `Sign-in without a confirmed email is ${changed ? 'possible again' : 'possible already'}.` }
  },
})
