import { userInfo } from 'node:os'
import { runOfficeCommand } from '../../platform/runtime/office-command.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { makeResetLink } from './make-reset-link.ts'

/** `npm run reset-password -- <email>`, with the server running or stopped [design/accounts-151]. */
runOfficeCommand({
  parse: ([email, ...more]) => {
    if (email === undefined || more.length > 0) throw new StartError('Usage: npm run reset-password -- <email>')
    return email
  },
  run: async (db, email, { publicUrl }) => {
    const link = await makeResetLink(db, publicUrl, email, userInfo().username)
    if (link === undefined) throw new StartError('No account has this email.')
    return { says: `This link sets a new password, once and within an hour:\n${link}` }
  },
})
