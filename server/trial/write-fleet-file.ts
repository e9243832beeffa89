import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { trialPassword, trialPeople, type TrialPerson } from './trial-people.ts'

const account = ({ email }: Pick<TrialPerson, 'email'>) => ({ email, password: trialPassword })

/**
 * The accounts of the trial fleet as its process reads them: the admin who conducts, and the drivers no person drives.
 * Written beside its place first, so that nobody ever reads half a file.
 */
export const writeFleetFile = async (path: string): Promise<void> => {
  const conductor = trialPeople.find((person) => person.usertype === 'admin')
  if (conductor === undefined) throw new Error('the trial city has no admin')
  const drivers = trialPeople.filter((person) => person.simulated).map(account)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.new`, JSON.stringify({ conductor: account(conductor), drivers }), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
