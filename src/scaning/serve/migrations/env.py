"""How alembic runs the steps: on the connection that it is handed."""

from alembic import context

from scaning.serve.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
