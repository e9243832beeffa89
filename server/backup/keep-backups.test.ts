import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readBackupOptions } from './backup-options.ts'
import { backupName, keepNewest } from './keep-backups.ts'

it('keeps the newest backups and everything else in the folder [design/data-98]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-keep-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const nights = [1, 2, 3, 4].map((day) => backupName(new Date(Date.UTC(2026, 10, day, 4))))
  expect(nights[0]).toBe('remis-2026-11-01T04-00-00')
  const others = ['log', 'remis-before-the-move', 'remis-2025-01-01T04-00-00.partial']
  for (const name of [...nights, ...others]) mkdirSync(join(folder, name))
  writeFileSync(join(folder, nights[0] ?? '', 'picture'), 'a picture')
  expect(await keepNewest(folder, 5)).toBe(0)
  expect(await keepNewest(folder, 2)).toBe(2)
  expect(readdirSync(folder).toSorted()).toEqual([...nights.slice(2), ...others].toSorted())
})

it('reads the folder and the number of backups to keep', () => {
  expect(readBackupOptions(['/backup'])).toEqual({ folder: '/backup' })
  expect(readBackupOptions(['/backup', '--keep', '14'])).toEqual({ folder: '/backup', keep: 14 })
  for (const args of [[], ['/a', '/b'], ['/a', '--all'], ['/a', '--keep']])
    expect(() => readBackupOptions(args)).toThrow('Usage: npm run backup -- folder [--keep number]')
  for (const keep of ['0', '-1', 'two', '1.5'])
    expect(() => readBackupOptions(['/a', `--keep=${keep}`])).toThrow('--keep takes the number of backups')
})
