// The payer's card at Braintree: its fields are frames of the page and give a nonce, which the payer's bank confirms
// (3D Secure) and this server charges.

const { model, ready, missing, send } = globalThis.payPage

const isDark = matchMedia('(prefers-color-scheme: dark)').matches
const styles = { input: { 'font-size': '16px', color: isDark ? '#e8edf5' : '#10151c' } }
const fields = {
  number: { container: '#card-number' },
  expirationDate: { container: '#card-expiry' },
  cvv: { container: '#card-code' },
}

const open = async (braintree) => {
  const client = await braintree.client.create({ authorization: model.clientToken })
  const [card, bank, device] = await Promise.all([
    braintree.hostedFields.create({ client, styles, fields }),
    braintree.threeDSecure.create({ client, version: 2 }),
    // Helps Braintree to recognize fraud; a charge goes without it too.
    braintree.dataCollector.create({ client }).catch(() => undefined),
  ])
  ready(async () => {
    const typed = await card.tokenize()
    const confirmed = await bank.verifyCard({
      amount: model.amount,
      nonce: typed.nonce,
      bin: typed.details.bin,
      ...(model.email === '' ? {} : { email: model.email }),
      onLookupComplete: (_lookup, next) => next(),
    })
    send({ nonce: confirmed.nonce, deviceData: device?.deviceData })
  })
}

if (globalThis.braintree === undefined) missing()
else open(globalThis.braintree).catch(() => missing())
