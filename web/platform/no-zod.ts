/**
 * Stands for zod in the browser's bundle (vite.config.ts): the contracts of domain are declared with it, but the
 * browser reads only their method, path and types. Every schema is one value that swallows all building; to parse with
 * it is a mistake of the programmer and fails at once.
 */
const swallow: unknown = new Proxy(() => undefined, {
  get: (_target, name): unknown => {
    if (name === 'parse' || name === 'safeParse' || name === 'parseAsync' || name === 'safeParseAsync')
      throw new Error('schemas are not part of the browser bundle')
    return typeof name === 'symbol' ? undefined : swallow
  },
  apply: (): unknown => swallow,
})

export const z = swallow
