import type { Guide } from './guide.ts';

export const verificationGuide: Guide = {
  id: 'verificacion',
  audience: 'usuario',
  title: 'Esperar la verificación',
  description: 'Qué pasa después de registrarte.',
  parts: [
    {
      steps: [
        {
          what: 'Tu registro ya está con nosotros.',
          how: 'No hace falta que te registres otra vez.',
          picture: 'bienvenida',
        },
        {
          what: 'Un administrador revisa tus datos y te asigna tu rol.',
          how: 'Si tarda, avisa en tu establecimiento: para encontrarte necesita tu nombre y tu cédula.',
        },
        {
          what: 'Mientras tanto, mira tus datos en «Ver mi perfil».',
          how: 'Ahí también puedes «Cambiar contraseña». Si algo está mal escrito, díselo a quien administra el sistema.',
        },
        {
          what: 'Cuando te avisen, pulsa «Salir» y vuelve a entrar.',
          how: 'Entonces verás «Registros» y podrás empezar.',
        },
      ],
    },
  ],
};
