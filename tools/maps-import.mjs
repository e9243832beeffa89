// `npm run maps:import -- file.osm.pbf`: runs the import from the built server, or from source where nothing is built.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

if (!existsSync(at('node_modules'))) {
  console.error('maps:import: nothing is installed yet. Run `npm start` once, or `npm ci`.')
  process.exit(1)
}
const built = at('server/dist/import-cli.mjs')
const entry = existsSync(built) ? [built] : ['--import', 'tsx', at('server/maps/import-cli.ts')]
const child = spawn(process.execPath, [...entry, ...process.argv.slice(2)], { stdio: 'inherit', cwd: at('.') })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  console.error(`maps:import: ${error.message}`)
  process.exitCode = 1
})
child.on('exit', (code, signal) => (process.exitCode = signal ? 1 : (code ?? 1)))
