import { execFileSync } from 'node:child_process'
import { chownSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A folder on a separate disk of a given size. */
export interface SmallDisk {
  /** Fills the space that is left. */
  fill(): void
  /** Frees it. */
  free(): void
  unmount(): void
}

const run = (program: string, ...words: string[]): void => void execFileSync(program, words, { stdio: 'ignore' })

/** Mounts an empty disk of this many megabytes at the folder; undefined where mounting is not allowed. */
export const mountSmallDisk = (folder: string, megabytes: number): SmallDisk | undefined => {
  const { uid, gid } = statSync(folder)
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder)
  } catch {
    return undefined
  }
  chownSync(folder, uid, gid)
  const filler = join(folder, 'filler')
  return {
    // dd ends with an error when the disk is full, as intended.
    fill: () => run('sh', '-c', 'dd if=/dev/zero of="$0" bs=64k 2>/dev/null || true', filler),
    free: () => rmSync(filler, { force: true }),
    unmount: () => run('umount', '-l', folder),
  }
}
