import { watch } from 'node:fs'
import { inRoot } from './root.mjs'

const watched = ['server', 'domain', 'atlas', 'simulator']
const source = /\.(ts|mjs|json)$/
const ignored = /(^|\/)(dist|node_modules)\/|\.test\.ts$|^testing\//

/** Calls back once for a burst of changed sources. */
export const onChange = (changed) => {
  let timer
  for (const folder of watched)
    watch(inRoot(folder), { recursive: true }, (_event, file) => {
      if (file === null || !source.test(file) || ignored.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => changed(`${folder}/${file}`), 150)
    })
}
