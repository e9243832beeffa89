import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PasswordHashing } from '../accounts/password-hashing.ts'
import { replacePassword } from '../accounts/replace-password.ts'
import { findMark, markInstallation } from '../platform/database/installation-mark.ts'
import { isThisMachineOnly } from '../platform/http/loopback.ts'
import type { Platform } from '../platform/http/use-case.ts'
import type { Config } from '../platform/runtime/config.ts'
import { seedAlone } from './seed-alone.ts'
import { officeEmails, trialPassword } from './trial-people.ts'
import { advisoryLocks } from '../platform/database/schema/advisory-locks.ts'

interface Deps extends Platform {
  readonly passwords: PasswordHashing
}

/**
 * The password of the trial's office accounts: the shown one while only this machine is served, else a random one that
 * is kept in the data folder and printed on the console [design/access-70].
 */
export const officePasswordOf = (config: Config, dataDir: string): string => {
  if (isThisMachineOnly(config)) return trialPassword
  const file = join(dataDir, 'trial-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(12).toString('base64url'), { mode: 0o600 })
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

/**
 * Gives the office accounts of the trial this password and ends their sessions, unless they have it. A password that a
 * person chose stays.
 */
export const setOfficePassword = async (app: Deps, password: string): Promise<void> => {
  const shown = password === trialPassword
  const before = await findMark(app.db.request, 'trial')
  if (before?.officeHash === undefined) return
  if (before.shown ? shown : await app.passwords.matches(before.officeHash, password, 'known')) return
  const hash = await app.passwords.hash(password, 'known')
  await app.db.transact(async (tx) => {
    await seedAlone(tx, advisoryLocks.trialPasswords)
    const { officeHash } = (await findMark(tx, 'trial')) ?? {}
    if (officeHash === undefined) return
    await replacePassword(tx, officeEmails, { from: officeHash, to: hash })
    await markInstallation(tx, 'trial', { officeHash: hash, shown })
  })
}
