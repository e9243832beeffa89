// The payer's card at Culqi: its checkout opens in a window of the page and gives a token, which this server charges.
// When the bank wants to authenticate the payer, the page comes again with the token.

const { model, ready, free, fail, missing, send } = globalThis.payPage

/** Helps Culqi to recognize fraud; a charge goes without it too. */
const deviceOf = async () => {
  try {
    globalThis.Culqi3DS.publicKey = model.publicKey
    return await globalThis.Culqi3DS.generateDevice()
  } catch {
    return ''
  }
}

const charge = () => {
  const { CulqiCheckout } = globalThis
  if (CulqiCheckout === undefined) return missing()
  const checkout = new CulqiCheckout(model.publicKey, {
    settings: { title: model.title, currency: model.currency, amount: model.amount },
    client: { email: model.email },
    options: { lang: 'auto', installments: false, modal: true, paymentMethods: { tarjeta: true, yape: false } },
  })
  checkout.culqi = async () => {
    if (!checkout.token) return fail(checkout.error?.user_message)
    const token = checkout.token.id
    checkout.close()
    send({ token, device: await deviceOf() })
  }
  ready(() => {
    checkout.open()
    // Culqi does not tell when its window is closed.
    free()
  })
}

const authenticate = ({ token, device }) => {
  const { Culqi3DS } = globalThis
  if (Culqi3DS === undefined) return missing()
  addEventListener('message', ({ origin, data }) => {
    if (origin !== location.origin) return
    if (data?.parameters3DS) {
      const { eci, xid, cavv, protocolVersion, directoryServerTransactionId } = data.parameters3DS
      send({ token, device, eci, xid, cavv, protocolVersion, directoryServerTransactionId })
    } else if (data?.error) fail()
  })
  Culqi3DS.publicKey = model.publicKey
  Culqi3DS.settings = {
    charge: { totalAmount: model.amount, returnUrl: location.href, currency: model.currency },
    card: { email: model.email },
  }
  const ask = () => Culqi3DS.initAuthentication(token)
  ready(ask)
  ask()
}

// Then the scripts that the vendor's scripts load are there too.
addEventListener('load', () => (model.authenticate ? authenticate(model.authenticate) : charge()))
