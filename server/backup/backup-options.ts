import { parseArgs } from 'node:util'
import { StartError } from '../platform/runtime/start-error.ts'

const USAGE = 'Usage: npm run backup -- folder [--keep number]'

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: { keep: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    throw new StartError(USAGE, error)
  }
}

/** @throws StartError with one line that explains the usage */
export const readBackupOptions = (args: readonly string[]): { readonly folder: string; readonly keep?: number } => {
  const { values, positionals } = parsed(args)
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new StartError(USAGE)
  if (values.keep === undefined) return { folder }
  if (!/^[1-9]\d{0,3}$/.test(values.keep))
    throw new StartError('--keep takes the number of backups to keep, at least 1.')
  return { folder, keep: Number(values.keep) }
}
