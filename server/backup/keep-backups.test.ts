import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readBackupOptions } from './backup-options.ts'
import { thisProcess } from '../embedded-postgres/lock-holder.ts'
import { backupName, deleteLeftovers, keepNewest, partialLock } from './keep-backups.ts'

it('keeps the newest backups and everything else in the folder [design/data-98]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-keep-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const nights = [1, 2, 3, 4].map((day) => backupName(new Date(Date.UTC(2026, 10, day, 4))))
  expect(nights[0]).toBe('remis-2026-11-01T04-00-00')
  const others = ['log', 'remis-before-the-move', 'remis-2025-01-01T04-00-00.partial']
  for (const name of [...nights, ...others]) mkdirSync(join(folder, name))
  writeFileSync(join(folder, nights[0] ?? '', 'picture'), 'a picture')
  const made = nights[3] ?? ''
  expect(await keepNewest(folder, 5, made)).toEqual({ deleted: 0, later: 0 })
  expect(await keepNewest(folder, 2, made)).toEqual({ deleted: 2, later: 0 })
  expect(readdirSync(folder).toSorted()).toEqual([...nights.slice(2), ...others].toSorted())
})

it('never deletes the backup just made, nor one with a later name, after a jump of the clock [design/data-98]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-keep-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [old = '', made = '', ...later] = [2025, 2026, 2040, 2041].map((year) =>
    backupName(new Date(Date.UTC(year, 1))),
  )
  for (const name of [old, made, ...later]) mkdirSync(join(folder, name))
  expect(await keepNewest(folder, 1, made)).toEqual({ deleted: 1, later: 2 })
  expect(readdirSync(folder)).toEqual([made, ...later])
})

it('deletes what ended backups left, and nothing that is being written [design/data-103]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-keep-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [unmarked = '', ended = '', written = ''] = [1, 2, 3].map(
    (day) => `${backupName(new Date(Date.UTC(2026, 10, day)))}.partial`,
  )
  for (const name of [unmarked, ended, written, 'mine.partial']) mkdirSync(join(folder, name))
  const lock = (name: string, holder: object) => writeFileSync(join(folder, name, partialLock), JSON.stringify(holder))
  lock(ended, { ...thisProcess(), started: 'long ago' })
  lock(written, thisProcess())
  const lines: string[] = []
  await deleteLeftovers(folder, (line) => lines.push(line))
  expect(lines).toEqual([
    `Deleted ${unmarked}, which an ended backup had left.`,
    `Deleted ${ended}, which an ended backup had left.`,
    `Another backup is writing ${written} (process ${process.pid}).`,
  ])
  expect(readdirSync(folder).toSorted()).toEqual(['mine.partial', written])
})

it('reads the folder and the number of backups to keep', () => {
  expect(readBackupOptions(['/backup'])).toEqual({ folder: '/backup' })
  expect(readBackupOptions(['/backup', '--keep', '14'])).toEqual({ folder: '/backup', keep: 14 })
  for (const args of [[], ['/a', '/b'], ['/a', '--all'], ['/a', '--keep']])
    expect(() => readBackupOptions(args)).toThrow('Usage: npm run backup -- folder [--keep number]')
  for (const keep of ['0', '-1', 'two', '1.5'])
    expect(() => readBackupOptions(['/a', `--keep=${keep}`])).toThrow('--keep takes the number of backups')
})
