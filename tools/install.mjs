import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot, root } from './root.mjs'
import { giveUp, step } from './terminal.mjs'

/** Inside node_modules: `npm ci` deletes the folder first, so an interrupted install leaves no stamp. */
const stampFile = inRoot('node_modules', '.remis-install')

const wanted = () =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update([process.platform, process.arch, process.versions.modules].join())
    .digest('hex')

/** The npm that runs this script, else the one in the path. */
export const npmCommand = () => {
  const own = process.env.npm_execpath
  const isNpm = own !== undefined && /npm(-cli)?\.[cm]?js$/.test(own)
  return isNpm ? [process.execPath, own] : ['npm']
}

export const npm = (words, options = {}) => {
  const [program, ...first] = npmCommand()
  return spawnSync(program, [...first, ...words], { cwd: root, stdio: 'inherit', ...options })
}

/** `check` is called before an install, and may refuse it by an error. */
export const installIfStale = async (check) => {
  const hash = wanted()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return
  check?.('install')
  await step('Installing packages (about a minute, once)', () => {
    // NODE_ENV=production would leave out the build tools of the web app.
    const ran = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
    if (ran.status !== 0)
      giveUp('The packages could not be installed. Read the lines above, then run the command again.')
    writeFileSync(stampFile, hash)
  })
}
