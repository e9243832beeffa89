import type { HttpServer } from '@remis/server/platform/http/http-server'

export interface Route {
  readonly method: string
  readonly path: string
}

/** Every route of a running server, read from the router itself. */
export const routesOf = (server: HttpServer['fastify']): Route[] => {
  const routes: Route[] = []
  const open: string[] = []
  for (const line of server.printRoutes({ commonPrefix: false }).split('\n')) {
    const found = /^([│ ]*)[├└]── (\S*) ?(?:\(([A-Z, ]+)\))?/.exec(line)
    if (!found) continue
    const [, indent = '', part = '', methods] = found
    const depth = indent.length / 4
    open.length = depth
    open[depth] = part
    for (const method of methods?.split(', ') ?? []) routes.push({ method, path: open.join('') })
  }
  return routes
}
