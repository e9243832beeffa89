import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shortFolder } from '../testing/global-setup/cluster.ts'
import { dataFolderOf, findDataFolder } from './data-folder.ts'
import { findRunUser } from './run-user.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

let ground: string
let dataDir: string
beforeEach(() => {
  ground = shortFolder()
  dataDir = join(ground, 'data')
})
afterEach(() => rmSync(ground, { recursive: true, force: true }))

/** A data folder with a database, as its server leaves it. */
const makeData = (uid: number, folder = dataDir): string => {
  for (const name of ['', 'postgres', 'files']) {
    mkdirSync(join(folder, name), { mode: name === 'postgres' ? 0o700 : 0o711 })
    chownSync(join(folder, name), uid, uid)
  }
  writeFileSync(join(folder, 'server.log'), '')
  chownSync(join(folder, 'server.log'), uid, uid)
  return folder
}
const owners = (folder: string): number[] =>
  ['', 'postgres', 'files', 'server.log'].map((name) => statSync(join(folder, name)).uid)

const stem = new URL('.', import.meta.url).href
/** Runs a script that imports first and then becomes this user, in these groups. */
const as = (uid: number, groups: readonly number[], script: string): string => {
  const text = `
    const { findDataFolder } = await import('${stem}data-folder.ts')
    const { findRunUser } = await import('${stem}run-user.ts')
    const { dropRoot } = await import('${stem}drop-root.ts')
    const become = (uid) => {
      process.setgroups(${JSON.stringify(groups)})
      process.setgid(uid)
      process.setuid(uid)
    }
    if (${uid} > 0) become(${uid})
    const attempt = (work) => {
      try {
        return work()
      } catch (error) {
        return error.name + ': ' + error.message
      }
    }
    ${script}`
  const ran = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', text], { encoding: 'utf8' })
  expect(ran.stderr).toBe('')
  return ran.stdout.trim()
}
const find = (requested: string, fallback: string): string =>
  `console.log(attempt(() => findDataFolder(${JSON.stringify(requested)}, ${JSON.stringify(fallback)})))`

describe.runIf(isRoot)('a start by root on the data of another user [design/access-113]', () => {
  it('runs as the owner of the database and changes no owner', () => {
    makeData(NOBODY)
    expect(findRunUser(dataDir)).toMatchObject({ uid: NOBODY, name: 'nobody' })
    expect(findDataFolder(dataDir, join(ground, 'fallback'))).toBe(dataDir)
    const program = join(ground, 'start.mjs')
    writeFileSync(program, '')
    const start = JSON.stringify({ dataDir, port: 0, program })
    expect(as(0, [], `console.log(dropRoot(${start}), process.getuid(), process.getgroups().join())`)).toBe(
      `undefined ${NOBODY} ${NOBODY}`,
    )
    expect(owners(dataDir)).toEqual([NOBODY, NOBODY, NOBODY, NOBODY])
  })

  it('leaves a lock that the owner of the folder can take over when it was killed [design/data-102]', () => {
    makeData(NOBODY)
    const lock = `const { lockDataFolder } = await import('${stem}instance-lock.ts')
      await lockDataFolder(${JSON.stringify(dataDir)})
      console.log('locked')
      process.kill(process.pid, 'SIGKILL')`
    expect([as(0, [], lock), as(NOBODY, [NOBODY], lock)]).toEqual(['locked', 'locked'])
  })

  it('makes the data folder that a database elsewhere needs, for the user that the server becomes', () => {
    const program = join(ground, 'start.mjs')
    writeFileSync(program, '')
    chmodSync(ground, 0o711)
    const folder = join(ground, 'deep', 'data')
    const start = JSON.stringify({ dataDir: folder, port: 0, program })
    const [reason, uid] = as(0, [], `console.log(dropRoot(${start}), process.getuid())`).split(' ')
    expect([reason, Number(uid)]).toEqual(['undefined', statSync(folder).uid])
    expect(Number(uid)).toBeGreaterThan(0)
  })

  it('and on a data folder without a database, as the owner of the folder', () => {
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY, NOBODY)
    expect(findRunUser(dataDir).uid).toBe(NOBODY)
    chownSync(dataDir, 0, 0)
    expect(findRunUser(dataDir).uid).not.toBe(0)
  })

  it('is refused with the name of that user where the user cannot enter it, although the fallback could be used', () => {
    makeData(NOBODY)
    chmodSync(ground, 0o700)
    const fallback = join(ground, 'fallback')
    expect(() => findDataFolder(dataDir, fallback)).toThrow(
      `The data in ${dataDir} belongs to the user nobody. Run Remis and its commands as this user.`,
    )
    expect([owners(dataDir), existsSync(fallback)]).toEqual([[NOBODY, NOBODY, NOBODY, NOBODY], false])
  })

  it('is refused where the database belongs to root, which PostgreSQL does not run as', () => {
    makeData(0)
    expect(() => findRunUser(dataDir)).toThrow(`${join(dataDir, 'postgres')} belongs to root`)
  })

  it('goes on in the fallback as its owner', () => {
    const fallback = makeData(NOBODY, join(ground, 'fallback'))
    const home = join(ground, 'home')
    mkdirSync(home, { mode: 0o700 })
    expect(findDataFolder(join(home, 'data'), fallback)).toBe(fallback)
    expect(findRunUser(fallback).uid).toBe(NOBODY)
  })
})

it('is refused without DATA_DIR while an earlier installation is in the fallback [design/access-120]', () => {
  const fallback = makeData(isRoot ? NOBODY : (process.getuid?.() ?? 0), join(ground, 'fallback'))
  chmodSync(ground, 0o711)
  const asked = { dataDir, isDataDirGiven: false }
  expect(() => dataFolderOf(asked, fallback)).toThrow(
    `There is no database in ${dataDir}, but one in ${fallback}, where an earlier start put it. Set DATA_DIR=${fallback} to go on with it, or DATA_DIR=${dataDir} for a new installation.`,
  )
  expect(dataFolderOf({ ...asked, isDataDirGiven: true }, fallback)).toBe(dataDir)
  mkdirSync(join(dataDir, 'postgres'))
  if (isRoot) chownSync(join(dataDir, 'postgres'), NOBODY, NOBODY)
  expect(dataFolderOf(asked, fallback)).toBe(dataDir)
})

describe.runIf(isRoot)('a user’s data folder [design/access-114]', () => {
  it('may be reached by a second group of the user', () => {
    const shared = join(ground, 'shared')
    mkdirSync(shared)
    makeData(NOBODY, join(shared, 'data'))
    chownSync(shared, 0, 4242)
    chmodSync(shared, 0o750)
    expect(as(NOBODY, [4242], find(join(shared, 'data'), join(ground, 'fallback')))).toBe(join(shared, 'data'))
  })

  it('is never replaced by an empty one: the message names the folder that was asked for', () => {
    const shared = join(ground, 'shared')
    mkdirSync(shared, { mode: 0o700 })
    const empty = join(ground, 'empty')
    mkdirSync(empty)
    chownSync(empty, NOBODY, NOBODY)
    expect(as(NOBODY, [], find(join(shared, 'data'), empty))).toBe(
      `StartError: The data folder ${join(shared, 'data')} cannot be written by the user with the id ${NOBODY}. Set DATA_DIR to one that can.`,
    )
    const used = makeData(NOBODY, join(ground, 'used'))
    expect(as(NOBODY, [], find(join(shared, 'data'), used))).toBe(used)
  })

  it('of another user is refused with the name of that user', () => {
    makeData(1)
    expect(as(NOBODY, [], find(dataDir, join(ground, 'fallback')))).toBe(
      `StartError: The data in ${dataDir} belongs to the user daemon. Run Remis and its commands as this user.`,
    )
  })

  it('that lost its owner is given back with chown', () => {
    makeData(NOBODY)
    chownSync(dataDir, 1, 1)
    expect(as(NOBODY, [], find(dataDir, join(ground, 'fallback')))).toContain(`chown -R ${NOBODY} ${dataDir}`)
  })
})
