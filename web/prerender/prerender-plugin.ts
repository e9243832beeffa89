import react from '@vitejs/plugin-react'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown, type ResolvedConfig } from 'vite'
import { createHash } from 'node:crypto'
import { languages } from '../../domain/texts/built-in-languages.ts'
import { fallbackLanguage, scriptOf } from '../../domain/texts/languages.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

interface Pages {
  readonly renderPages: () => Promise<Record<string, string>>
}

/** What the server reads (server/platform/page/first-reply.ts). */
interface Prerendered {
  readonly pages: Record<string, { html: string; head: string }>
  readonly languages: Record<string, { head: string }>
}

const NONCE = 'nonce="__CSP_NONCE__"'

const textFiles = (code: string, ...names: readonly string[]) =>
  names.map((name) => `domain/texts/${code}/${name}.json`)
const english = (...names: readonly string[]) => textFiles(fallbackLanguage.code, ...names)

/** Chunks that a screen needs, preloaded with the page. */
const parts: Readonly<Record<string, readonly string[]>> = {
  '/login': ['web/platform/page/WithMantine.tsx', 'web/accounts/LoginPage.tsx', ...english('messages', 'shared')],
  '/register': ['web/platform/page/WithMantine.tsx', 'web/accounts/RegisterPage.tsx', ...english('messages', 'shared')],
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
    // dependencies first: their styles are overridden by later ones
    ordered.push(chunk)
  }
  files.forEach(visit)
  return ordered
}

const madeFrom = (bundle: Bundle, sources: readonly string[]): string[] =>
  sources.map((source) => {
    const chunk = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`))
    if (chunk === undefined) throw new Error(`prerender: ${source} has no separate chunk`)
    return chunk.fileName
  })

const cssOf = (chunks: readonly Chunk[]): string[] => [
  ...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
]

const entriesOf = (bundle: Bundle): string[] =>
  chunksOf(bundle)
    .filter(({ isEntry }) => isEntry)
    .map(({ fileName }) => fileName)

/** The entry and the app that it imports. */
const firstPage = (bundle: Bundle): Chunk[] =>
  closure(bundle, [...entriesOf(bundle), ...madeFrom(bundle, ['web/start.tsx'])])

const preload = (file: string): string =>
  `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" ${NONCE}>`

/** Links to the files of these sources that the first page does not load anyway. */
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
  if (font === undefined) throw new Error(`prerender: no font ${String(name)}`)
  return `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="${hurry}" href="/${font}" ${NONCE}>`
}

/** Builds the pages for Node, with the class and file names of the browser's build. */
const loadPages = async (config: ResolvedConfig): Promise<Pages & { readonly close: () => void }> => {
  const outDir = mkdtempSync(join(tmpdir(), 'remis-prerender-'))
  await build({
    root: config.root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    css: { modules: { generateScopedName: className } },
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL('./pages.tsx', import.meta.url)),
      outDir,
      emptyOutDir: true,
      minify: false,
      assetsInlineLimit: config.build.assetsInlineLimit,
      rolldownOptions: { output: { entryFileNames: 'pages.mjs' } },
    },
  })
  const pages = (await import(pathToFileURL(join(outDir, 'pages.mjs')).href)) as Pages
  return { ...pages, close: () => rmSync(outDir, { recursive: true, force: true }) }
}

/** The font and the styles that name it, beside those of the first page, by script. Chinese loads by need. */
const fonts: Readonly<Record<string, { readonly font: RegExp; readonly styles?: RegExp }>> = {
  Arab: { font: /noto-sans-arabic-letters.*\.woff2$/ },
  Cyrl: { font: /noto-sans-cyrillic.*\.woff2$/, styles: /cyrillic.*\.css$/ },
  Deva: { font: /noto-sans-devanagari.*\.woff2$/, styles: /devanagari.*\.css$/ },
  Hebr: { font: /noto-sans-hebrew.*\.woff2$/, styles: /hebrew.*\.css$/ },
}

/** Small style files are written into the page: one request less before its letters are drawn. */
const inlineStyles = (bundle: Bundle, name: RegExp | undefined): string => {
  if (name === undefined) return ''
  const file = Object.values(bundle).find(({ fileName }) => name.test(fileName))
  if (file?.type !== 'asset') throw new Error(`prerender: no styles ${String(name)}`)
  return `<style ${NONCE}>${String(file.source).trim()}</style>`
}

/** Addresses and letters of other languages load with them: the first page may not grow with their number. */
const refuseForeignTexts = (bundle: Bundle): void => {
  const foreign = firstPage(bundle).flatMap(({ modules }) =>
    Object.keys(modules).filter((path) => path.endsWith('/web/i18n/other-languages.ts')),
  )
  if (foreign.length > 0) throw new Error('prerender: the first page loads the list of all texts')
}

const prerender = async (config: ResolvedConfig, bundle: Bundle): Promise<Prerendered> => {
  const { renderPages, close } = await loadPages(config)
  const rendered = await renderPages()
  close()
  refuseForeignTexts(bundle)
  const all = Object.values(rendered).join('')
  // the content security policy ignores them, so the page would look different
  if (/ style="/.test(all)) throw new Error('prerender: a style attribute, which the content security policy ignores')
  const latin = /noto-sans-letters.*\.woff2$/
  const headOf = (code: string): string => {
    const font = fonts[scriptOf(code) ?? '']
    if (code === fallbackLanguage.code) return fontLink(bundle, latin, 'auto')
    const texts = linksTo(bundle, ['web/i18n/other-languages.ts', ...textFiles(code, 'first', 'form-messages')])
    if (font === undefined) return fontLink(bundle, latin, 'auto') + texts
    // the device's own letters are shown until the font is loaded: it may not delay the first paint
    return (
      inlineStyles(bundle, font.styles) + fontLink(bundle, latin, 'low') + fontLink(bundle, font.font, 'low') + texts
    )
  }
  return {
    pages: Object.fromEntries(
      Object.entries(rendered).map(([address, html]) => [
        address,
        { html, head: linksTo(bundle, parts[address] ?? []) },
      ]),
    ),
    languages: Object.fromEntries(languages.map(({ code }) => [code, { head: headOf(code) }])),
  }
}

/**
 * Puts the styles of the first page inline, so that it is painted from its first bytes, and the code after font and
 * picture.
 */
const paintFirst = (page: string, bundle: Bundle, dir: string): string => {
  const css = cssOf(firstPage(bundle)).map((file) => readFileSync(join(dir, file), 'utf8').trim())
  const style = `<style ${NONCE}>${css.join('')}</style>`
  const besideEntry = closure(bundle, entriesOf(bundle)).filter(({ isEntry }) => !isEntry)
  const links = besideEntry.map(({ fileName }) => preload(fileName))
  const later = firstPage(bundle).filter((chunk) => !chunk.isEntry && !besideEntry.includes(chunk))
  // main.ts adds them after the first paint
  const files = `<template id="app-files">${later.map(({ fileName }) => preload(fileName)).join('')}</template>`
  return page
    .replace(/\s*<link rel="(stylesheet|modulepreload)"[^>]*>/g, '')
    .replace('<script type="module"', '<script fetchpriority="low" type="module"')
    .replace(/<link rel="preload" href="\/api/g, '<link fetchpriority="low" rel="preload" href="/api')
    .replace('</head>', () => `${style}${links.join('')}${files}</head>`)
}

/** The styles of the app are inline already: its script must not load them again. */
const withoutStyles = (script: string): string => {
  const files = JSON.parse(/m\.f=(\[[^\]]*\])/.exec(script)?.[1] ?? '[]') as string[]
  return script.replace(/__vite__mapDeps\(\[([\d,]+)\]\)/g, (_, places: string) => {
    const kept = places.split(',').filter((place) => !files[Number(place)]?.endsWith('.css'))
    return `__vite__mapDeps([${kept.join(',')}])`
  })
}

/** Writes prerendered.json, from which the server makes its first reply for each address and language. */
export const prerenderPlugin = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'prerender',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return
      const file = join(dir, 'index.html')
      writeFileSync(file, paintFirst(readFileSync(file, 'utf8'), bundle, dir))
      for (const { isEntry, fileName } of chunksOf(bundle))
        if (isEntry) writeFileSync(join(dir, fileName), withoutStyles(readFileSync(join(dir, fileName), 'utf8')))
      writeFileSync(join(dir, 'prerendered.json'), JSON.stringify(await prerender(config, bundle)))
    },
  }
}

/**
 * The class names of CSS modules: the name in the source and four letters for its file. Short, because every class of
 * the first page is in its script, its styles and its first reply.
 */
export const className = (name: string, file: string): string => {
  const path = relative(join(import.meta.dirname, '..'), file)
  return `${name}_${createHash('sha256').update(path).digest('base64url').replace(/[-_]/g, '').slice(0, 4)}`
}
