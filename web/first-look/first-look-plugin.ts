import { fallbackLanguage, languages, scriptOf } from '../../domain/texts/languages.ts'
import react from '@vitejs/plugin-react'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { className } from '../class-name.ts'
import { build, type Plugin, type Rolldown, type ResolvedConfig } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

interface Looks {
  readonly renderLooks: () => Promise<Record<string, string>>
}

/** What the server reads (server/platform/page/first-reply.ts). */
interface FirstLooks {
  readonly looks: Record<string, { html: string; head: string }>
  readonly languages: Record<string, { head: string }>
}

const NONCE = 'nonce="__CSP_NONCE__"'

const textFiles = (code: string, ...names: readonly string[]) =>
  names.map((name) => `domain/texts/${code}/${name}.json`)
const english = (...names: readonly string[]) => textFiles(fallbackLanguage.code, ...names)

/** Chunks that a screen needs, preloaded with the page. */
const parts: Readonly<Record<string, readonly string[]>> = {
  '/login': ['web/platform/WithMantine.tsx', 'web/accounts/LoginPage.tsx', ...english('messages', 'shared')],
  '/register': ['web/platform/WithMantine.tsx', 'web/accounts/RegisterPage.tsx', ...english('messages', 'shared')],
  '/about-us': ['web/pages/AboutUsPage.tsx', ...english('messages', 'shared', 'pages')],
  '/privacy-policy': ['web/pages/PrivacyPolicyPage.tsx', ...english('messages', 'shared', 'pages')],
}

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((one) => one.type === 'chunk')

const closure = (bundle: Bundle, files: readonly string[]): Chunk[] => {
  const seen = new Set<string>()
  const ordered: Chunk[] = []
  const visit = (file: string): void => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || seen.has(file)) return
    seen.add(file)
    chunk.imports.forEach(visit)
    // imports first: the order of the styles
    ordered.push(chunk)
  }
  files.forEach(visit)
  return ordered
}

const madeFrom = (bundle: Bundle, sources: readonly string[]): string[] =>
  sources.map((source) => {
    const chunk = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`))
    if (chunk === undefined) throw new Error(`first look: ${source} has no chunk of its own`)
    return chunk.fileName
  })

const cssOf = (chunks: readonly Chunk[]): string[] => [
  ...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
]

const entriesOf = (bundle: Bundle): string[] =>
  chunksOf(bundle)
    .filter(({ isEntry }) => isEntry)
    .map(({ fileName }) => fileName)

/** The page's own script and the app, which it wakes. */
const firstPage = (bundle: Bundle): Chunk[] =>
  closure(bundle, [...entriesOf(bundle), ...madeFrom(bundle, ['web/app.tsx'])])

const preload = (file: string): string =>
  `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" ${NONCE}>`

/** Links to what these sources bring beyond the first page. */
const linksTo = (bundle: Bundle, sources: readonly string[]): string => {
  const first = firstPage(bundle)
  const more = closure(bundle, madeFrom(bundle, sources)).filter((chunk) => !first.includes(chunk))
  const styles = cssOf(more).filter((file) => !cssOf(first).includes(file))
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" ${NONCE}>`),
    ...more.map(({ fileName }) => preload(fileName)),
  ].join('')
}

const fontLink = (bundle: Bundle, name: RegExp, hurry: 'auto' | 'low'): string => {
  const font = Object.keys(bundle).find((file) => name.test(file))
  if (font === undefined) throw new Error(`first look: no font ${String(name)}`)
  return `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="${hurry}" href="/${font}" ${NONCE}>`
}

/** The looks are rendered by a build of their own; its classes and pictures have the names of the browser's build. */
const loadLooks = async (config: ResolvedConfig): Promise<Looks & { readonly close: () => void }> => {
  const outDir = mkdtempSync(join(tmpdir(), 'remis-first-look-'))
  await build({
    root: config.root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    css: { modules: { generateScopedName: className } },
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('./looks.tsx', import.meta.url)),
      outDir,
      emptyOutDir: true,
      minify: false,
      assetsInlineLimit: config.build.assetsInlineLimit,
      rolldownOptions: { output: { entryFileNames: 'looks.mjs' } },
    },
  })
  const looks = (await import(pathToFileURL(join(outDir, 'looks.mjs')).href)) as Looks
  return { ...looks, close: () => rmSync(outDir, { recursive: true, force: true }) }
}

/** Fonts beside the Latin one, by script. */
const fonts: Readonly<Record<string, RegExp>> = { Arab: /noto-sans-arabic-letters.*\.woff2$/ }

const makeLooks = async (config: ResolvedConfig, bundle: Bundle): Promise<FirstLooks> => {
  const { renderLooks, close } = await loadLooks(config)
  const rendered = await renderLooks()
  close()
  const all = Object.values(rendered).join('')
  // the policy of the page (CSP) refuses them, and the look would differ from the screen
  if (/ style="/.test(all)) throw new Error('first look: a style attribute, which the policy refuses')
  const latin = /noto-sans-letters.*\.woff2$/
  const headOf = (code: string): string => {
    const font = fonts[scriptOf(code) ?? '']
    if (code === fallbackLanguage.code) return fontLink(bundle, latin, 'auto')
    const texts = linksTo(bundle, textFiles(code, 'first', 'form-messages'))
    if (font === undefined) return fontLink(bundle, latin, 'auto') + texts
    // the device's own letters are shown until the font is loaded: it may not delay the first paint
    return fontLink(bundle, latin, 'low') + fontLink(bundle, font, 'low') + texts
  }
  return {
    looks: Object.fromEntries(
      Object.entries(rendered).map(([address, html]) => [
        address,
        { html, head: linksTo(bundle, parts[address] ?? []) },
      ]),
    ),
    languages: Object.fromEntries(languages.map(({ code }) => [code, { head: headOf(code) }])),
  }
}

/**
 * The styles of the first page stand in the page itself: it is drawn when its first bytes are there. What it shows then
 * needs its letters and its picture; the code comes after them.
 */
const drawnFirst = (page: string, bundle: Bundle, dir: string): string => {
  const css = cssOf(firstPage(bundle)).map((file) => readFileSync(join(dir, file), 'utf8').trim())
  const style = `<style ${NONCE}>${css.join('')}</style>`
  const besideEntry = closure(bundle, entriesOf(bundle)).filter(({ isEntry }) => !isEntry)
  const links = besideEntry.map(({ fileName }) => preload(fileName))
  const later = firstPage(bundle).filter((chunk) => !chunk.isEntry && !besideEntry.includes(chunk))
  // main.ts takes them out when the page is drawn
  const files = `<template id="app-files">${later.map(({ fileName }) => preload(fileName)).join('')}</template>`
  return page
    .replace(/\s*<link rel="(stylesheet|modulepreload)"[^>]*>/g, '')
    .replace('<script type="module"', '<script fetchpriority="low" type="module"')
    .replace(/<link rel="preload" href="\/api/g, '<link fetchpriority="low" rel="preload" href="/api')
    .replace('</head>', () => `${style}${links.join('')}${files}</head>`)
}

/** The page holds the styles of the app already: its script asks for the other parts alone. */
const withoutStyles = (script: string): string => {
  const files = JSON.parse(/m\.f=(\[[^\]]*\])/.exec(script)?.[1] ?? '[]') as string[]
  return script.replace(/__vite__mapDeps\(\[([\d,]+)\]\)/g, (_, places: string) => {
    const kept = places.split(',').filter((place) => !files[Number(place)]?.endsWith('.css'))
    return `__vite__mapDeps([${kept.join(',')}])`
  })
}

/** Writes first-looks.json, what the server puts into its first reply for each address and language. */
export const firstLook = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'first-look',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return
      const file = join(dir, 'index.html')
      writeFileSync(file, drawnFirst(readFileSync(file, 'utf8'), bundle, dir))
      for (const { isEntry, fileName } of chunksOf(bundle))
        if (isEntry) writeFileSync(join(dir, fileName), withoutStyles(readFileSync(join(dir, fileName), 'utf8')))
      writeFileSync(join(dir, 'first-looks.json'), JSON.stringify(await makeLooks(config, bundle)))
    },
  }
}
