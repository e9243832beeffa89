import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const dist = join(import.meta.dirname, '..', 'web', 'dist')

/** As `gzip -9` would send it, so that runs on other machines compare. Bytes. */
const packed = (text: string | Buffer): number => gzipSync(text, { level: 9 }).length

export interface FirstLoad {
  /** gzip, bytes */
  readonly script: number
  /** gzip, bytes, of the styles inlined in the page */
  readonly styles: number
}

/** The size of the built files at these addresses; inlined styles are counted in the page. */
export const weigh = (page: string, addresses: readonly string[]): FirstLoad => ({
  script: addresses
    .filter((address) => /\.m?js$/.test(address))
    .reduce((sum, address) => sum + packed(readFileSync(join(dist, address))), 0),
  styles:
    [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].reduce((sum, [, css]) => sum + packed(css ?? ''), 0) +
    addresses
      .filter((address) => address.endsWith('.css'))
      .reduce((sum, address) => sum + packed(readFileSync(join(dist, address))), 0),
})

const bare = `
  import { createRoot } from 'react-dom/client'
  import { createElement } from 'react'
  import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
  const root = createRootRoute({ component: Outlet })
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: () => createElement(Link, { to: '/b' }, 'b') }),
    createRoute({ getParentRoute: () => root, path: '/b', component: () => createElement('p', null, 'b') }),
  ]
  const router = createRouter({ routeTree: root.addChildren(routes) })
  createRoot(document.getElementById('root')).render(createElement(RouterProvider, { router }))
`

/** G11's peer: React and our router with two empty pages, built by the same Vite in the same run. gzip, bytes. */
export const weighBare = async (): Promise<number> => {
  const entry = 'virtual:bare'
  const resolved = createRequire(join(dist, '..', 'package.json'))
  const made = await build({
    root: join(dist, '..'),
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'bare',
        resolveId: (id) => (id === entry ? resolved.resolve('./package.json') + '.bare.js' : null),
        load: (id) => (id.endsWith('.bare.js') ? bare : null),
      },
    ],
    build: { write: false, target: 'es2023', modulePreload: false, rolldownOptions: { input: entry } },
  })
  const outputs = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []))
  return outputs.reduce((sum, one) => sum + (one.type === 'chunk' ? packed(one.code) : 0), 0)
}
