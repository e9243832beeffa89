import type { Page, WebSocketRoute } from 'playwright-core'

export interface Network {
  readonly cut: (cut: boolean) => Promise<void>
}

/**
 * The connection between a browser and its city. Going offline alone leaves an open socket alive in Chromium, so the
 * live link is routed through here, where it can be cut and kept from reconnecting.
 */
export const openNetwork = async (page: Page): Promise<Network> => {
  const links = new Set<WebSocketRoute>()
  let dead = false
  await page.routeWebSocket(/\/socket\.io\//, async (link) => {
    if (dead) return link.close({ code: 1001 })
    links.add(link)
    const server = link.connectToServer()
    links.add(server)
  })
  return {
    cut: async (cut) => {
      dead = cut
      if (cut) {
        await Promise.all([...links].map((link) => link.close({ code: 1001 }).catch(() => undefined)))
        links.clear()
      }
      await page.context().setOffline(cut)
    },
  }
}
