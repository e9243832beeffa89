import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '@remis/domain/texts/built-in-languages'
import { endpoints } from '@remis/server/endpoints'

/** Without the address of the service that checks purchase codes none is checked [settings-12]. */
const needNoStandIn = ['license']

/** Tables of data may be long. */
const mayBeLong = [/^server\/platform\/database\/(schema|migrations)/]

const root = import.meta.dirname
const skipped = new Set(['node_modules', 'dist', 'data', 'output', '.cache', '.git'])

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [relative(root, path)]
  })

const files = filesBelow(root)
const sources = files.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const lines = (file: string) => read(file).split('\n').length - 1

/** The public routes [accounts-4] and the protected ones [backoffice-1]. */
const productRoutes = [
  '/',
  '/login',
  '/register',
  '/about-us',
  '/privacy-policy',
  '/bookings',
  '/profile',
  '/dashboard',
  '/addbookings',
  '/promos',
  '/cartypes',
  '/cancelreasons',
  '/withdraws',
  '/addtowallet',
  '/driverearning',
  '/earningreports',
  '/riders',
  '/drivers',
  '/alladmin',
  '/fleetadmins',
  '/settings',
  '/appinfo',
  '/languagesetting',
  '/notifications',
]

/** The calls of the product's own host [api-1]. */
const productCalls = [
  'POST /googleapis-autocomplete',
  'POST /googleapis-getcoords',
  'POST /googleapis-getroute',
  'POST /googleapis-getaddress',
  'POST /googleapis-getdrivetime',
  'POST /googleapis-getmultiloctime',
  'POST /validate_referrer',
  'POST /check_user_exists',
  'POST /user_signup',
  'GET /get_providers',
  'POST /send_notification',
]

test('every endpoint names its callers and has one use-case', () => {
  const names = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(
    names.filter((name, i) => names.indexOf(name) !== i),
    'mounted twice',
  ).toEqual([])
  expect(endpoints.filter(({ endpoint }) => endpoint.roles.length === 0)).toEqual([])
})

test('every endpoint a contract declares is served', async () => {
  const served = new Set(endpoints.map(({ endpoint }) => endpoint))
  const missing: string[] = []
  for (const file of files.filter((path) => /^domain\/.*-api\.ts$/.test(path))) {
    const module = (await import(join(root, file))) as Record<string, unknown>
    for (const [name, api] of Object.entries(module)) {
      if (!name.endsWith('Api')) continue
      for (const declared of Object.values(api as Record<string, { method: string; path: string }>)) {
        if (!served.has(declared as never)) missing.push(`${declared.method} ${declared.path}`)
      }
    }
  }
  expect(missing).toEqual([])
})

test('every call of the product rules is served', () => {
  const served = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(productCalls.filter((call) => !served.includes(call))).toEqual([])
})

test('every route of the product rules has a screen', () => {
  const routes = read('web/routes.tsx') + read('web/office-pages.tsx')
  const paths = [...routes.matchAll(/(?:\bpath: |\bscreen\(\s*\w+,\s*)'([^']+)'/g)].map(([, path]) => path)
  const shown = (route: string) => paths.includes(route)
  expect(productRoutes.filter((route) => !shown(route))).toEqual([])
})

test('only one store writes a table [design/principles-17] [design/data-5]', () => {
  const sql = files
    .filter((file) => /^server\/platform\/database\/migrations\/.*\.ts$/.test(file))
    .map(read)
    .join('\n')
  const tables = [...new Set([...sql.matchAll(/create (?:unlogged )?table (\w+)/g)].map(([, name]) => name!))]
  expect(tables).toContain('bookings')
  const server = sources.filter(
    (file) =>
      file.startsWith('server/') &&
      !/(\.test|-fixture)\.ts$/.test(file) &&
      !/^server\/(testing|platform\/database\/(migrations|schema))/.test(file),
  )
  const writers = (table: string) =>
    server.filter((file) =>
      new RegExp(
        `(insertInto|updateTable|deleteFrom)\\(\\s*'${table}'|(insert into|update|delete from) "?${table}"?[\\s(]`,
      ).test(read(file)),
    )
  const shared = tables.map((table) => [table, writers(table)] as const).filter(([, by]) => by.length > 1)
  expect(shared, 'written by more than one file').toEqual([])
  const stray = tables
    .flatMap((table) => writers(table))
    .filter((file) => !file.endsWith('-store.ts') && !file.startsWith('server/platform/'))
  expect([...new Set(stray)], 'written outside a store').toEqual([])
})

test('every provider kind has a stand-in or the disk', () => {
  const providers = join(root, 'server/providers')
  const kinds = readdirSync(providers, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  const has = (kind: string) => readdirSync(join(providers, kind)).some((file) => /^(stand-in|disk)-/.test(file))
  expect(kinds.filter((kind) => !has(kind) && !needNoStandIn.includes(kind))).toEqual([])
})

test('no source file is longer than 400 lines, and the median stays small', () => {
  const counted = sources.filter((file) => !mayBeLong.some((pattern) => pattern.test(file)))
  expect(counted.filter((file) => lines(file) > 400).map((file) => `${file}: ${lines(file)}`)).toEqual([])
  const sizes = counted.map(lines).sort((a, b) => a - b)
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(80)
})

test('comments fit into 120 columns, as code does', () => {
  const long = sources.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, at) => (line.length > 120 && /^\s*(\/\*\*|\*|\/\/) /.test(line) ? [`${file}:${at + 1}`] : [])),
  )
  expect(long).toEqual([])
})

test('decimal.js is imported by fares and discounts only [design/money-4]', () => {
  const importing = code.filter((file) => /from 'decimal\.js'/.test(read(file)))
  expect(importing.filter((file) => !file.endsWith('.test.ts')).toSorted()).toEqual([
    'domain/fare/fare.ts',
    'domain/fare/round-amount.ts',
    'domain/promos/promo.ts',
  ])
})

test('no vague names: no utils, helpers, managers, barrels', () => {
  const vague = /^(utils?|helpers?|managers?|data|info|index|common|misc|shared)\.(ts|tsx|mjs)$/
  expect(sources.filter((file) => vague.test(basename(file)))).toEqual([])
})

/** Names that the code no longer uses: one verb per act, and the field's word. */
const retired = /\b(see|know|seek|tell|hear)[A-Z]\w*|\w+(Ask|Wish|Wishes|Needs)\b/
/** Names that a file exports, with the file. */
const exportsOf = (file: string): string[] =>
  [...read(file).matchAll(/^export (?:default )?(?:async )?(?:const|function|class|interface|type|enum) (\w+)/gm)].map(
    ([, name]) => name!,
  )
const code = sources.filter((file) => /\.(ts|tsx)$/.test(file) && !/\.(test|e2e|proof)\.ts$/.test(file))

test('no retired names are exported', () => {
  const bad = code.flatMap((file) =>
    exportsOf(file).flatMap((name) => (retired.test(name) ? [`${file}: ${name}`] : [])),
  )
  expect(bad).toEqual([])
})

test('no folder exports a name twice', () => {
  const folders = [...new Set(code.map((file) => dirname(file)))].filter((folder) => !folder.includes('/migrations'))
  const twice = folders.flatMap((folder) => {
    const names = code.filter((file) => dirname(file) === folder).flatMap((file) => [...new Set(exportsOf(file))])
    const repeated = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]
    return repeated.map((name) => `${folder}: ${name}`)
  })
  expect(twice).toEqual([])
})

test('folders stay small: at most 25 files, tests included', () => {
  const counts = new Map<string, number>()
  for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  const crowded = [...counts].filter(([, count]) => count > 25)
  expect(crowded).toEqual([])
  const sizes = [...counts.values()].sort((a, b) => a - b)
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(8)
})

test('web files of at most 20 lines are few', () => {
  const web = code.filter((file) => file.startsWith('web/'))
  const short = web.filter((file) => lines(file) <= 20)
  expect(short.length / web.length).toBeLessThanOrEqual(0.12)
})

/** Where a file imports its names from: name → path inside the project or package. */
const importsOf = (file: string): Map<string, string> => {
  const found = new Map<string, string>()
  for (const [, names, from] of read(file).matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)'/gm))
    for (const name of names!.split(','))
      found.set(
        name.trim().split(' as ').at(-1)!,
        from!.startsWith('.') ? join(dirname(file), from!) : from!.replace(/^@remis\//, ''),
      )
  return found
}

test('contract and use-case of an endpoint belong to the same feature', () => {
  const mounts = files.filter((file) => /^server\/(endpoints|[a-z-]+\/feature)\.ts$/.test(file))
  const wrong: string[] = []
  let compared = 0
  for (const file of mounts) {
    const imported = importsOf(file)
    for (const [, api, handlers] of read(file).matchAll(/serve<[^>]*>\(\s*(\w+),\s*\{([\s\S]*?)\n? *\}\)/g)) {
      const contract = imported.get(api!)?.split('/')[1]
      for (const handler of handlers!.split(',').filter((text) => text.trim() !== '')) {
        const name = handler.split(':').at(-1)!.trim()
        const useCase = imported.get(name)?.split('/')[1]
        compared++
        if (useCase !== contract) wrong.push(`${api}.${name}: contract in ${contract}, use-case in ${useCase}`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(compared, 'endpoints that were found in the text').toBe(endpoints.length)
})

/** Files that may name a language: the registry, trial data and tests, and files about a script, a font or Intl. */
const mayNameLanguages = [
  /^domain\/texts\//,
  /(\.(test|e2e|proof)|-fixture)\.ts$/,
  /^(e2e|proof|bench|atlas|simulator)\//,
  /^vitest\.config\.ts$/,
  /^server\/(trial|testing)\//,
  // the font of the Arabic script
  /^server\/maps\/map-files\.ts$/,
  /^web\/(prerender\/prerender-plugin|styles|theme)\.ts$/,
  // Arabic-Indic digits
  /^domain\/kit\/digits\.ts$/,
  // pages for developers, and a fixed locale for Intl
  /^server\/platform\/openapi\/api-reader\.ts$/,
  /^server\/providers\/payments\/test-gateway\/gateway-page\.ts$/,
  /^server\/mail\/mailbox-page\.ts$/,
  /^server\/push\/pushes-page\.ts$/,
  // the language of PayU's error texts, which no one reads
  /^server\/providers\/payments\/payulatam\/payulatam-orders\.ts$/,
  /^server\/providers\/social\/stand-in\/desk-page\.ts$/,
  /^domain\/backoffice\/settings-checks\.ts$/,
]

test('no code names a language outside the registry', () => {
  const bad = code
    .filter((file) => !mayNameLanguages.some((pattern) => pattern.test(file)))
    .filter((file) => /['"](en|ar)['"]|\barabic/i.test(read(file)))
  expect(bad).toEqual([])
})

test('the map has the words of every language that Remis ships with', () => {
  const absent = ['tiles/feature-names', 'geocode/find/region-words', 'geocode/words/categories'].flatMap((name) => {
    const list = /LANGUAGES = \[.*\]|languages of the app: .*/.exec(read(`atlas/${name}.ts`))?.[0] ?? ''
    return languages.flatMap(({ code }) => (new RegExp(`\\b${code}\\b`).test(list) ? [] : [`${name}: ${code}`]))
  })
  expect(absent).toEqual([])
})

test('docs/WHERE.md names files and symbols that exist', () => {
  const wrong: string[] = []
  for (const [, answer] of read('docs/WHERE.md').matchAll(/^\|[^|]+\|([^|]+)\|/gm))
    for (const [, path, symbol] of answer!.matchAll(/`([\w./@-]+\/[\w./@-]*|[\w-]+\.\w+)(?:#([\w.]+))?`/g)) {
      if (!existsSync(join(root, path!))) wrong.push(`${path} does not exist`)
      else if (symbol !== undefined && !new RegExp(`\\b${symbol.replaceAll('.', '\\.')}\\b`).test(read(path!)))
        wrong.push(`${path} does not have ${symbol}`)
    }
  expect(wrong).toEqual([])
})
