/** Routes of calls that the first page and the device make before any schema is loaded. */
export const ROUTES = {
  getHealth: { method: 'GET', path: '/api/health' },
  getSettings: { method: 'GET', path: '/api/ajustes' },
  signin: { method: 'POST', path: '/api/auth/signin' },
  signout: { method: 'POST', path: '/api/auth/signout' },
  deviceKey: { method: 'POST', path: '/api/equipos/llave' },
  renewByTicket: { method: 'POST', path: '/api/equipos/sesion' },
  deviceContact: { method: 'POST', path: '/api/equipos/contacto' },
  pullBooklets: { method: 'GET', path: '/api/sincronizacion' },
  inventory: { method: 'GET', path: '/api/sincronizacion/inventario' },
  someBooklets: { method: 'POST', path: '/api/sincronizacion/libretas' },
  syncedLists: { method: 'GET', path: '/api/sincronizacion/listas' },
  sendOperations: { method: 'POST', path: '/api/sincronizacion/envio' },
  handInOperations: { method: 'POST', path: '/api/sincronizacion/entrega' },
} as const;
