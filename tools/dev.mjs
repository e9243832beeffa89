import { watch } from 'node:fs'
import { inRoot } from './root.mjs'

const watched = ['server', 'domain', 'atlas']
const ignored = /(^|\/)(dist|node_modules)\/|\.test\.ts$|^testing\//

/** Calls back once for a burst of changed sources. */
export const onChange = (changed) => {
  let timer
  for (const folder of watched)
    watch(inRoot(folder), { recursive: true }, (_event, file) => {
      if (file === null || !file.endsWith('.ts') || ignored.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => changed(`${folder}/${file}`), 150)
    })
}
