/** Push services of the browsers. A subscription contains its host, so a client could send any host [design/push-5]. */
const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com']
/** with a name before it */
const families = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/** https on its own port, without a name or password in front; as a browser writes it. */
const address = /^https:\/\/([a-z0-9.-]+)\//

/** Is this the address of a browser's push service? */
export const isPushService = (endpoint: string): boolean => {
  const host = address.exec(endpoint)?.[1]
  return host !== undefined && (hosts.includes(host) || families.some((family) => host.endsWith(family)))
}
