import type { Page, WebSocketRoute } from 'playwright-core'

export interface Line {
  readonly cut: (cut: boolean) => Promise<void>
}

/**
 * The line between a browser and its city. Going offline alone leaves an open socket alive in Chromium, so the live
 * link runs through here, where it can be cut in the middle and kept from coming back.
 */
export const openLine = async (page: Page): Promise<Line> => {
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
