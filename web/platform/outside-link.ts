const isWeb = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text)

/** The address of a link that the operator entered, https or http; null for anything else [landing-16]. */
export const outsideLink = (link: string): string | null => {
  const text = link.trim()
  return isWeb(text) && URL.canParse(text) ? text : null
}

/** The page of a handle at a site: a name, with or without @, or the page's whole address [landing-4]. */
export const profileLink = (site: string, handle: string): string => {
  const text = handle.trim()
  if (isWeb(text)) return outsideLink(text) ?? site
  const { hostname } = new URL(site)
  const host = hostname.replace(/^www\./, '')
  // "facebook.com/remis": the address without its scheme
  if (text.toLowerCase().startsWith(`${host}/`) || text.toLowerCase().startsWith(`www.${host}/`))
    return `https://${text}`
  return site + encodeURIComponent(text.replace(/^@/, ''))
}
