/**
 * Shows push messages and opens their pages, also with no page open [design/push-14]. It caches no files.
 */

const shown = (id) =>
  fetch('/api/push/shown', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  }).catch(() => undefined)

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** A path of this site, else the first page. */
const pathOf = (path) => (typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/')

const { userAgent } = self.navigator

/** WebKit (Safari, and every browser of iOS) ends a subscription after a few messages without a notification. */
const endsSilentPushes = /AppleWebKit/.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent)

const show = async (event) => {
  let message
  try {
    message = event.data.json()
  } catch {
    return
  }
  const { id, title, body, path, always } = message
  if (typeof title !== 'string' || typeof body !== 'string') return
  // A visible page shows its notices.
  const inFront = (await pages()).some((page) => page.visibilityState === 'visible' && page.focused)
  const onPageOnly = inFront && always !== true
  if (!onPageOnly || endsSilentPushes) {
    // one per message, also when it arrives a second time
    const tag = String(id)
    await self.registration.showNotification(title, {
      body,
      tag,
      icon: '/icons/192.png',
      badge: '/icons/192.png',
      dir: 'auto',
      silent: onPageOnly,
      data: { path: pathOf(path) },
    })
    if (onPageOnly) for (const one of await self.registration.getNotifications({ tag })) one.close()
  }
  await shown(id)
}

/** Asks an open page to go there, without loading it again; false: it does not answer. */
const ask = (page, path) =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    setTimeout(() => done(false), 500)
    port1.onmessage = () => done(true)
    page.postMessage({ kind: 'open', path }, [port2])
  })

const open = async (path) => {
  const [page] = (await pages()).sort((a, b) => Number(b.focused) - Number(a.focused))
  // A browser lets one press do one of the two, and only shortly after it.
  if (page !== undefined && (await ask(page, path))) await page.focus().catch(() => undefined)
  else await self.clients.openWindow(path)
}

const bytesOf = (base64url) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

/** The browser has replaced its subscription: the server gets the new one. */
const renew = async () => {
  const { key, registered } = await (await fetch('/api/push/key', { credentials: 'same-origin' })).json()
  if (!registered) return
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(key),
  })
  const userPlatform = /android/i.test(userAgent) ? 'ANDROID' : /iphone|ipad|ipod/i.test(userAgent) ? 'IOS' : 'WEB'
  await fetch('/api/push/device', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pushToken: subscription.toJSON(), userPlatform }),
  })
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => event.waitUntil(show(event)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(pathOf(event.notification.data?.path)))
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew().catch(() => undefined)))
