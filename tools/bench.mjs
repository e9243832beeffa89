import { ensureChromium } from './chromium.mjs'
import { buildIfStale } from './build.mjs'
import { startChild } from './children.mjs'
import { installIfStale } from './install.mjs'
import { checkNode } from './node-version.mjs'
import { giveUp } from './terminal.mjs'

/** `npm run bench [-- names]`: ratios against named peers. The results are in docs/bench. */
try {
  checkNode()
  await installIfStale()
  await buildIfStale()
  // as visitors have it
  const chromium = await ensureChromium({ whole: true })
  startChild('bench', ['--import', 'tsx', 'bench/run.ts', ...process.argv.slice(2)], {
    env: chromium ? { CHROMIUM_PATH: chromium } : {},
    onExit: (code) => process.exit(code ?? 1),
  })
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}
