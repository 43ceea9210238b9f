# Vedette in a container (docs/appliance.md). Build it where it runs: the eye is compiled for this processor.
FROM python:3.13-slim-bookworm AS build

RUN python -m venv /opt/vedette
ENV PATH=/opt/vedette/bin:$PATH
WORKDIR /usr/src/vedette
COPY requirements.lock ./
# The tests of numpy, scipy and numba take 32 MB and are never run here.
RUN pip install --no-cache-dir --no-compile --require-hashes --only-binary :all: --requirement requirements.lock && \
    find /opt/vedette -type d -name tests -prune -exec rm -r {} +
COPY . .
# Bytecode for what it imports, by root: the user who runs it can keep none, and every start would take 6 s more.
RUN pip install --no-cache-dir --no-compile --no-deps --no-index --no-build-isolation . && \
    pip uninstall --yes setuptools pip && \
    python -P -c "import cli.demo, cli.serve"

FROM python:3.13-slim-bookworm

RUN useradd --create-home --uid 1000 --groups video,dialout vedette
COPY --from=build /opt/vedette /opt/vedette
ENV PATH=/opt/vedette/bin:$PATH
USER vedette
# Else the folder in which the tables are kept would be root's.
RUN mkdir -p /home/vedette/.local/share/vedette
WORKDIR /home/vedette
RUN python -P -m vision.warmup

VOLUME /home/vedette/.local/share/vedette
EXPOSE 8470
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as ask; ask.urlopen('http://127.0.0.1:8470/', timeout=4)"]
ENTRYPOINT ["vedette"]
CMD ["serve", "--lan", "--no-browser", "--port", "8470"]
